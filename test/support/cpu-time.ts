/**
 * Limits of time that hold on every machine: they count what the processor does, not what the clock says while
 * other programs are busy, and compare it with other work of the same run.
 */
const attempts = 3;

/** What the processor does for this work, in ms. */
export function cpuMsOf(work: () => unknown): number {
  const spentMs = startCpuClock();
  work();
  return spentMs();
}

/** The work takes so many ms at most on the machine on which the limits were set; more on one that is slower. */
export function expectCpuMs(work: () => unknown, msMax: number): void {
  let leastMs = Infinity;
  // A collection of garbage or a compilation does not come three times.
  for (let attempt = 0; attempt < attempts && leastMs > msMax; attempt += 1)
    leastMs = Math.min(leastMs, comparable(cpuMsOf(work), msMax));
  expect(leastMs).toBeLessThanOrEqual(msMax);
}

/** The same of work that is waited for. */
export async function expectCpuMsOf(work: () => Promise<unknown>, msMax: number): Promise<void> {
  let leastMs = Infinity;
  for (let attempt = 0; attempt < attempts && leastMs > msMax; attempt += 1) {
    const spentMs = startCpuClock();
    await work();
    leastMs = Math.min(leastMs, comparable(spentMs(), msMax));
  }
  expect(leastMs).toBeLessThanOrEqual(msMax);
}

/** What is four times as long takes about four times as long: what looks back at each step would take sixteen. */
export function expectLinear(work: (length: number) => unknown, length: number): void {
  let excessMs = Infinity;
  for (let attempt = 0; attempt < attempts && excessMs > littleMs; attempt += 1) {
    const quarterMs = cpuMsOf(() => work(length / 4));
    const wholeMs = cpuMsOf(() => work(length));
    excessMs = Math.min(excessMs, wholeMs - 8 * quarterMs);
  }
  expect(excessMs).toBeLessThanOrEqual(littleMs);
}

/** What is none of the work's doing. */
const littleMs = 500;

function startCpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** Ms of this machine as ms of the one on which the limits were set; what is within them anyway is as it is. */
export const comparable = (cpuMs: number, msMax: number): number =>
  cpuMs <= msMax ? cpuMs : cpuMs / slowness();

/** What the piece of work below took there. */
const pieceOfWorkMs = 40;

/** How much slower this machine is at this moment; 1 where it is not. */
function slowness(): number {
  const cpuMs = Math.min(...Array.from({ length: attempts }, () => cpuMsOf(pieceOfWork)));
  return Math.max(1, cpuMs / pieceOfWorkMs);
}

/** As much of everything as reading texts is made of: new strings, regular expressions, lists. */
function pieceOfWork(): number {
  const lines = Array.from({ length: 20_000 }, (_, at) => `Line ${at} has a few words, and some more.`);
  const words = lines.join('\n').split('\n');
  return words.map((line) => line.replace(/\w+/g, (word) => word.toUpperCase())).join('\n').length;
}
