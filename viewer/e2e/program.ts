import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe } from "vitest";

/// The real program: STICTION_PROGRAM names it, build/stiction by default.
export const program = process.env["STICTION_PROGRAM"] ?? join(__dirname, "../../build/stiction");

/// Tests of the program; left out, with a word, where it is not built.
export function describeProgram(title: string, tests: () => void): void {
  if (existsSync(program)) return void describe(title, tests);
  console.warn(`${title}: left out, there is no program ${program}; build it, or name it by STICTION_PROGRAM`);
  describe.skip(title, tests);
}

/// Runs the program to its end and says what it printed.
export async function run(...words: string[]): Promise<string> {
  return (await promisify(execFile)(program, words, { maxBuffer: 1 << 26 })).stdout;
}

/// `stiction view`, from the address that it prints to its end.
export class Viewing {
  readonly url: URL;
  private constructor(private readonly child: ChildProcess, address: string, private readonly ended: Promise<string>) {
    this.url = new URL(address);
  }

  static async start(...words: string[]): Promise<Viewing> {
    const child = spawn(program, ["view", ...(words.includes("--port") ? [] : ["--port", "0"]), ...words], { stdio: ["ignore", "pipe", "pipe"] });
    let [printed, complaint] = ["", ""];
    child.stderr.on("data", (data: Buffer) => (complaint += data.toString()));
    const ended = new Promise<string>((resolve) => child.on("close", () => resolve(printed)));
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (data: Buffer) => {
        printed += data.toString();
        if (printed.includes("\n")) resolve(printed.split("\n")[0]!);
      });
      child.on("error", reject);
      child.on("close", () => reject(new Error(`stiction view ${words.join(" ")} ended: ${complaint}`)));
    });
    return new Viewing(child, address, ended);
  }

  /// Ends it as Ctrl-C does; what it has printed.
  async stop(): Promise<string> {
    this.child.kill("SIGINT");
    return this.ended;
  }

  /// Ends it without a farewell.
  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }
}
