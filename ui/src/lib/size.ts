import { spoken } from "./languages/speaking.svelte";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A number of bytes for people, in the largest unit of which there is one, as file managers count. */
export function size(bytes: number): string {
  const whole = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, whole)) / 3));
  return new Intl.NumberFormat(spoken().locale, {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(whole / 1000 ** step);
}

/** A number as the language writes it. */
export const number = (n: number): string => new Intl.NumberFormat(spoken().locale).format(n);
