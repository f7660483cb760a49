"""What the scripts in this folder share: runs of gallery scenes, and the machine they ran on."""
import datetime
import json
import os
import platform
import subprocess
import tempfile


def gallery(program):
    return json.loads(subprocess.run([program, "scenes", "--json"], check=True, capture_output=True).stdout)


def run(program, scene, options):
    """The report of one run."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run([program, "run", scene, "--quiet", "--report", report, *options], check=True,
                       stdout=subprocess.DEVNULL)
        with open(report) as file:
            return json.load(file)


def machine():
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return {"processor": names[0] if names else platform.processor(), "logical_cores": os.cpu_count(),
            "date": datetime.date.today().isoformat(), "load_average_1min": round(os.getloadavg()[0], 2)}
