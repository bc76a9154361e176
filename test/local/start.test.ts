import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { isData } from '../../packages/local/src/machine/data-dir';
import { makeTempDir } from '../support/run/run-dir';
import { createDataDir, startRuntime } from '../support/runtime';

/** Runs the program with arguments that make it exit before it builds anything. */
function runProgram(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const startWith = (...options: string[]) =>
  runProgram('--require', 'tsx/cjs', 'packages/local/src/main.ts', ...options);

test('an old Node version is refused before any other check', () => {
  const fakeVersionImport =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.1"}})';

  expect(runProgram('--import', fakeVersionImport, 'scripts/ensure-install.mjs')).toEqual({
    status: 1,
    output: expect.stringMatching(/^Carrier Nest needs Node \^20\.19 .*, and this is Node 18\.20\.1\./),
  });
});

test.each([
  ['--port', '3000'],
  ['--console-port', '3001'],
  ['--smtp-port', '2525'],
])('if a port is in use, the error names the option %s', async (option) => {
  const portHolder = createServer().listen(0, '127.0.0.1');
  await once(portHolder, 'listening');
  const { port } = portHolder.address() as AddressInfo;
  const otherPortOptions = ['--port', '--console-port', '--smtp-port'].flatMap((name) => [name, '0']);

  const folder = `${createDataDir()}/my data`;
  const result = startWith(...otherPortOptions, option, String(port), '--data', folder);

  portHolder.close();
  const otherOptions = otherPortOptions
    .filter((word, at) => word !== option && otherPortOptions[at - 1] !== option)
    .join(' ');
  const suggestion = `npm start -- ${otherOptions} --data '${folder}' ${option} ${port + 10}`;
  expect(result).toEqual({
    status: 1,
    output: `Port ${port} is in use. Choose another port, or 0 for a free port: ${suggestion}\n`,
  });
});

test('if all ports are in use, one error names them with a command that works', async () => {
  const holders = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      return holder;
    }),
  );
  const [api, console, smtp] = holders.map((holder) => (holder.address() as AddressInfo).port);
  const dataDir = createDataDir();

  const result = startWith(
    '--port',
    `${api}`,
    '--console-port',
    `${console}`,
    '--smtp-port',
    `${smtp}`,
    '--data',
    dataDir,
  );

  for (const holder of holders) holder.close();
  expect(result.status).toBe(1);
  expect(result.output).toMatch(
    new RegExp(
      `^Ports ${api}, ${console} and ${smtp} are in use\\. Choose other ports, or 0 for free ports: ` +
        `npm start -- --data ${dataDir} --port \\d+ --console-port \\d+ --smtp-port \\d+\n$`,
    ),
  );
});

test.each([
  ['a file', '', 'EEXIST'],
  ['a folder below a file', '/data', 'ENOTDIR'],
])('if the data folder is %s, the error is one sentence', (_case, path, code) => {
  const file = join(createDataDir(), 'file');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');

  expect(startWith('--data', `${file}${path}`)).toEqual({
    status: 1,
    output: `The data folder ${file}${path} cannot be written (${code}). Choose another folder: npm start -- --data DIR\n`,
  });
});

test.each([
  [['--prot', '1'], /Unknown option '--prot'[^]*npm start -- \[options\]/],
  [['--port', 'eighty'], /^--port must be a port, not "eighty"[^]*npm start -- \[options\]/],
])('the options %j cause an error that shows the usage', (options, expectedOutput) => {
  expect(startWith(...options)).toEqual({ status: 2, output: expect.stringMatching(expectedOutput) });
});

test.each(['package.json', '.git', 'cdk.json', 'mail', 's3'])(
  'a folder with a foreign %s is refused',
  (name) => {
    const folder = makeTempDir();
    writeFileSync(join(folder, name), '');

    expect(startWith('--fresh', '--data', folder)).toEqual({
      status: 1,
      output: `The folder ${folder} has ${name}, but no data of this service. Choose an empty or a new folder: npm start -- --fresh --data DIR\n`,
    });
    expect(readdirSync(folder)).toEqual([name]);
  },
);

describe('--memory and --fresh in a folder', () => {
  const folder = makeTempDir();
  const ownFiles = ['notes.txt', 'src/a.txt'];
  const readOwnFiles = () => ownFiles.filter((name) => existsSync(join(folder, name)));

  const run = async (...options: string[]) => {
    const { at, process: child, log } = await startRuntime(folder, '.', options);
    const response = await fetch(`${at.api}/v1/emails`, { headers: { Authorization: `Bearer ${at.key}` } });
    const left = readdirSync(folder).filter((name) => !isData(name) && name !== 'runtime.pid');
    const banner = log.read();
    child.kill('SIGTERM');
    await once(child, 'exit');
    return { key: at.key, status: response.status, left, banner };
  };

  beforeAll(() => {
    for (const name of ownFiles) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), 'Mine');
    }
  });

  test('--fresh deletes nothing in a folder without data', async () => {
    const { status, left } = await run('--fresh');

    expect(status).toBe(200);
    expect(left).toEqual(['notes.txt', 'src']);
    expect(readOwnFiles()).toEqual(ownFiles);
  });

  test('after a run with --memory, the key of the stored data works', async () => {
    const { key } = JSON.parse(readFileSync(join(folder, 'seed.json'), 'utf8'));

    const inMemory = await run('--memory');
    const stored = await run();

    expect(inMemory).toMatchObject({ status: 200, banner: expect.stringContaining('loses its database') });
    expect(stored).toMatchObject({ status: 200, key, banner: expect.stringContaining('keeps its data') });
    expect(inMemory.key).not.toBe(key);
  });

  test('--fresh deletes the data and no other files', async () => {
    const { key } = JSON.parse(readFileSync(join(folder, 'seed.json'), 'utf8'));

    const fresh = await run('--fresh');

    expect(fresh.status).toBe(200);
    expect(fresh.key).not.toBe(key);
    expect(fresh.left).toEqual(['notes.txt', 'src']);
    expect(readOwnFiles()).toEqual(ownFiles);
  });
});

describe('a runtime', () => {
  let runtime: Awaited<ReturnType<typeof startRuntime>>;

  beforeAll(async () => {
    runtime = await startRuntime(createDataDir());
  });

  afterAll(() => runtime.process.kill('SIGKILL'));

  // L-6
  test('stores its keys readable only by the owner', () => {
    for (const name of ['runtime.json', 'seed.json', 'issuer.json', 'ssm/parameters.jsonl'])
      expect(statSync(join(runtime.dataDir, name)).mode & 0o777).toBe(0o600);
  });

  // L-6
  test('keeps the data folder and everything in it from other users', () => {
    const paths = readdirSync(runtime.dataDir, { recursive: true, encoding: 'utf8' });

    expect(statSync(runtime.dataDir).mode & 0o777).toBe(0o700);
    for (const path of paths)
      expect([path, statSync(join(runtime.dataDir, path)).mode & 0o077]).toEqual([path, 0]);
  });

  // L-6
  test('refuses a second runtime on the same folder', () => {
    const otherPortOptions = ['--port', '--console-port', '--smtp-port'].flatMap((name) => [name, '0']);

    expect(startWith(...otherPortOptions, '--data', runtime.dataDir)).toEqual({
      status: 1,
      output: `Another runtime (process ${runtime.process.pid}) uses ${runtime.dataDir}. Stop that runtime, or choose another folder: npm start -- ${otherPortOptions.join(' ')} --data DIR\n`,
    });
  });

  test('exits with an error when its folder is deleted', async () => {
    const exited = once(runtime.process, 'exit');
    rmSync(runtime.dataDir, { recursive: true });

    expect(await exited).toEqual([1, null]);
    expect(runtime.log.read()).toContain(
      `The data folder ${runtime.dataDir} was deleted or replaced, and its data is lost`,
    );
  });
});
