import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { aDataFolder, startRuntime } from '../support/runtime';

/** Runs the program to its end, which comes before anything is built. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const start = (...options: string[]) => run('--require', 'tsx/cjs', 'packages/local/src/main.ts', ...options);

test('an older Node is named before anything else runs', () => {
  const pretend =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.1"}})';

  expect(run('--import', pretend, 'scripts/ensure-install.mjs')).toEqual({
    status: 1,
    said: expect.stringMatching(/^This is Node 18\.20\.1; Carrier Nest needs \^20\.19 /),
  });
});

test.each([
  ['--port', '3000'],
  ['--console-port', '3001'],
  ['--smtp-port', '2525'],
])('a port that is in use names %s', async (option) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const others = ['--port', '--console-port', '--smtp-port'].flatMap((name) => [name, '0']);

  const folder = `${aDataFolder()}/my data`;
  const outcome = start(...others, option, String(port), '--data', folder);

  holder.close();
  const kept = others.filter((word, at) => word !== option && others[at - 1] !== option).join(' ');
  const another = `npm start -- ${kept} --data '${folder}' ${option} ${port + 10}`;
  expect(outcome).toEqual({
    status: 1,
    said: `Port ${port} is in use: choose another with \`${another}\`; 0 takes a free one\n`,
  });
});

test.each([
  [['--prot', '1'], /Unknown option '--prot'[^]*npm start -- --port N/],
  [['--port', 'eighty'], /^--port must be a port, not "eighty"[^]*npm start -- --port N/],
])('%j is told what there is', (options, says) => {
  expect(start(...options)).toEqual({ status: 2, said: expect.stringMatching(says) });
});

describe('a runtime', () => {
  let runtime: Awaited<ReturnType<typeof startRuntime>>;

  beforeAll(async () => {
    runtime = await startRuntime(aDataFolder());
  });

  afterAll(() => runtime.process.kill('SIGKILL'));

  test('shows its keys to its owner alone', () => {
    for (const name of ['runtime.json', 'seed.json', 'issuer.json', 'kms/keys.json'])
      expect(statSync(join(runtime.dataDir, name)).mode & 0o777).toBe(0o600);
  });

  test('keeps its folder to itself', () => {
    const others = ['--port', '--console-port', '--smtp-port'].flatMap((name) => [name, '0']);

    expect(start(...others, '--data', runtime.dataDir)).toEqual({
      status: 1,
      said: `Another runtime (process ${runtime.process.pid}) uses ${runtime.dataDir}: stop it, or choose another folder with \`npm start -- --data DIR\`\n`,
    });
  });

  test('says that its folder is gone, and ends', async () => {
    const exited = once(runtime.process, 'exit');
    rmSync(runtime.dataDir, { recursive: true });

    expect(await exited).toEqual([1, null]);
    expect(runtime.log.read()).toContain(
      `The data folder ${runtime.dataDir} is gone, and with it all that was here`,
    );
  });
});
