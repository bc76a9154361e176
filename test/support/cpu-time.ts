/**
 * These functions check time limits that are valid on every machine. They measure CPU time, because elapsed time
 * depends on other programs, and normalize CPU time by the CPU time of reference work in the same run.
 */
const attemptsMax = 3;

/** Returns the CPU time of this work, in ms. */
export function measureCpuMs(work: () => unknown): number {
  const elapsedCpuMs = startCpuClock();
  work();
  return elapsedCpuMs();
}

/**
 * Expects that the work takes at most `msMax` on the reference machine. A slower machine gets proportionally more
 * time.
 */
export function expectCpuMsAtMost(work: () => unknown, msMax: number): void {
  let lowestMs = Infinity;
  // Garbage collection or compilation does not slow down all three attempts.
  for (let attempt = 0; attempt < attemptsMax && lowestMs > msMax; attempt += 1)
    lowestMs = Math.min(lowestMs, normalizeCpuMs(measureCpuMs(work), msMax));
  expect(lowestMs).toBeLessThanOrEqual(msMax);
}

/** Like expectCpuMsAtMost, for asynchronous work. */
export async function expectAsyncCpuMsAtMost(work: () => Promise<unknown>, msMax: number): Promise<void> {
  let lowestMs = Infinity;
  for (let attempt = 0; attempt < attemptsMax && lowestMs > msMax; attempt += 1) {
    const elapsedCpuMs = startCpuClock();
    await work();
    lowestMs = Math.min(lowestMs, normalizeCpuMs(elapsedCpuMs(), msMax));
  }
  expect(lowestMs).toBeLessThanOrEqual(msMax);
}

/**
 * Expects linear time: four times the input takes about four times as long. Quadratic work would take sixteen
 * times as long.
 */
export function expectLinear(work: (length: number) => unknown, length: number): void {
  let excessMs = Infinity;
  for (let attempt = 0; attempt < attemptsMax && excessMs > toleranceMs; attempt += 1) {
    const quarterMs = measureCpuMs(() => work(length / 4));
    const wholeMs = measureCpuMs(() => work(length));
    excessMs = Math.min(excessMs, wholeMs - 8 * quarterMs);
  }
  expect(excessMs).toBeLessThanOrEqual(toleranceMs);
}

/** An allowance for time that the work itself does not cause. */
const toleranceMs = 500;

function startCpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** Converts CPU time on this machine to CPU time on the reference machine. Time within the limit is not converted. */
export const normalizeCpuMs = (cpuMs: number, msMax: number): number =>
  cpuMs <= msMax ? cpuMs : cpuMs / measureSlowdown();

/** The CPU time of runReferenceWork on the reference machine, in ms. */
const referenceWorkMs = 40;

/**
 * Returns the factor, at least 1, by which this machine is currently slower than the reference machine. The factor
 * changes from moment to moment if other programs share the processors and their caches, so the slowest moment counts.
 */
function measureSlowdown(): number {
  const cpuMs = Math.max(...Array.from({ length: attemptsMax }, () => measureCpuMs(runReferenceWork)));
  return Math.max(1, cpuMs / referenceWorkMs);
}

/** Does the most frequent work of a parser: creates strings, matches regular expressions and builds lists. */
function runReferenceWork(): number {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Line ${index} has a few words, and some more.`);
  const words = lines.join('\n').split('\n');
  return words.map((line) => line.replace(/\w+/g, (word) => word.toUpperCase())).join('\n').length;
}
