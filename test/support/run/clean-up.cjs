const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

const [runDir] = process.argv.slice(2);

/** The time that a runtime has to stop after SIGTERM. */
const shutdownTimeoutMs = 5_000;

/** Returns the runtimes and database engines whose data is in the folder of the run. */
function listLeftoverPids() {
  const processes = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return processes
    .filter((line) => line.includes(runDir) && /local\/main|dynoxide|DynamoDBLocal/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Stops the leftover processes of a run. A runtime normally stops its engine. If the runtime was killed, the shell
 * around the engine stops the engine. If the shell was also killed, this function stops the engine.
 */
async function cleanUp() {
  const giveUpAt = performance.now() + shutdownTimeoutMs;
  for (const pid of listLeftoverPids()) signal(pid, 'SIGTERM');
  while (listLeftoverPids().length > 0 && performance.now() < giveUpAt) await sleep(50);
  for (const pid of listLeftoverPids()) signal(pid, 'SIGKILL');
  rmSync(runDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

process.stdin.resume().once('close', () => void cleanUp());
