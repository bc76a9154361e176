/**
 * Limits of time that hold on every machine: they count what the processor does, not what the clock says while
 * other programs are busy, and compare it with other work of the same run.
 */
const attemptsMax = 3;

/** What the processor does for this work, in ms. */
export function measureCpuMs(work: () => unknown): number {
  const elapsedCpuMs = startCpuClock();
  work();
  return elapsedCpuMs();
}

/** The work takes so many ms at most on the machine on which the limits were set; more on one that is slower. */
export function expectCpuMsAtMost(work: () => unknown, msMax: number): void {
  let lowestMs = Infinity;
  // A collection of garbage or a compilation does not come three times.
  for (let attempt = 0; attempt < attemptsMax && lowestMs > msMax; attempt += 1)
    lowestMs = Math.min(lowestMs, normalizeCpuMs(measureCpuMs(work), msMax));
  expect(lowestMs).toBeLessThanOrEqual(msMax);
}

/** The same of work that is waited for. */
export async function expectAsyncCpuMsAtMost(work: () => Promise<unknown>, msMax: number): Promise<void> {
  let lowestMs = Infinity;
  for (let attempt = 0; attempt < attemptsMax && lowestMs > msMax; attempt += 1) {
    const elapsedCpuMs = startCpuClock();
    await work();
    lowestMs = Math.min(lowestMs, normalizeCpuMs(elapsedCpuMs(), msMax));
  }
  expect(lowestMs).toBeLessThanOrEqual(msMax);
}

/** What is four times as long takes about four times as long: what looks back at each step would take sixteen. */
export function expectLinear(work: (length: number) => unknown, length: number): void {
  let excessMs = Infinity;
  for (let attempt = 0; attempt < attemptsMax && excessMs > toleranceMs; attempt += 1) {
    const quarterMs = measureCpuMs(() => work(length / 4));
    const wholeMs = measureCpuMs(() => work(length));
    excessMs = Math.min(excessMs, wholeMs - 8 * quarterMs);
  }
  expect(excessMs).toBeLessThanOrEqual(toleranceMs);
}

/** What is none of the work's doing. */
const toleranceMs = 500;

function startCpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** Ms of this machine as ms of the one on which the limits were set; what is within them anyway is as it is. */
export const normalizeCpuMs = (cpuMs: number, msMax: number): number =>
  cpuMs <= msMax ? cpuMs : cpuMs / measureSlowdown();

/** What the piece of work below took there. */
const referenceWorkMs = 40;

/** How much slower this machine is at this moment; 1 where it is not. */
function measureSlowdown(): number {
  const cpuMs = Math.min(...Array.from({ length: attemptsMax }, () => measureCpuMs(runReferenceWork)));
  return Math.max(1, cpuMs / referenceWorkMs);
}

/** As much of everything as reading texts is made of: new strings, regular expressions, lists. */
function runReferenceWork(): number {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Line ${index} has a few words, and some more.`);
  const words = lines.join('\n').split('\n');
  return words.map((line) => line.replace(/\w+/g, (word) => word.toUpperCase())).join('\n').length;
}
