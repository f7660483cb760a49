/// Numbers for people: few digits, SI prefixes.
const prefixes: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];

/// `quantity(1234, "N")` is "1.23 kN".
export function quantity(value: number, unit: string, digits = 3): string {
  if (!Number.isFinite(value)) return "—";
  const size = Math.abs(value);
  if (size < 1e-12) return `0 ${unit}`;
  const [factor, prefix] = prefixes.find(([f]) => size >= f * (1 - 0.5 * 10 ** -digits)) ?? prefixes[prefixes.length - 1]!;
  return `${significant(value / factor, digits)} ${prefix}${unit}`;
}

/// One prefix for a whole series whose largest value is given: `unitFor(0.002, "m")` is 0.001 and "mm". Nothing below a billionth.
export function unitFor(largest: number, unit: string): { factor: number; unit: string } {
  const [factor, prefix] = prefixes.find(([f]) => largest >= f) ?? prefixes[prefixes.length - 1]!;
  return { factor, unit: `${prefix}${unit}` };
}

export function significant(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return "—";
  const size = Math.abs(Number(value.toPrecision(digits)));
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(Math.max(0, digits - 1)).replace("e+", "e");
  const decimals = size === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size) + 1e-9));
  return value.toFixed(Math.min(decimals, 12));
}

/// A time [s] with milliseconds, without them where it, or the end that it is read against, is long.
export const seconds = (time: number, end = time): string => `${time.toFixed(end < 100 ? 3 : 2)} s`;

export const whole = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

export const plural = (count: number, one: string, many = `${one}s`): string => `${whole(count)} ${count === 1 ? one : many}`;
