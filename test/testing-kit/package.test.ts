import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTempDir } from '../support/run/run-dir';
import { installPackages, packTarballs } from '../support/tarballs';

// The tests install the packages as a user does, from tarballs into otherwise empty projects.

let tarballs: string[];

beforeAll(() => {
  tarballs = packTarballs('@carrier-nest/sdk', 'carrier-nest', '@carrier-nest/testing');
});

function run(project: string, command: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    env: {
      ...process.env,
      JEST_WORKER_ID: undefined,
      NODE_ENV: undefined,
      TMPDIR: project,
    },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test.each([
  ['publint', ['run', '--strict']],
  ['attw', ['--no-emoji', '--no-color', '--profile', 'node16']],
])('%s reports no problem', (tool, args) => {
  const result = run(makeTempDir(), resolve('node_modules/.bin', tool), [...args, tarballs.at(-1) ?? '']);

  expect(result).toMatchObject({ status: 0 });
});

const program = `
async function main(): Promise<void> {
  const nest: TestRuntime = await startCarrierNest({ shared: false });
  const other = await nest.workspace({ plan: 'free' });
  await nest.client.sendEmail({ from: \`a@\${nest.domain}\`, to: 'kim@example.com', subject: 'Hi', text: 'Code 1234' });
  const email = await nest.outbox.waitFor({ to: 'kim@example.com' }, { timeoutMs: 10_000 });
  const code: string | undefined = email.codes[0];
  const refusal: unknown = await nest.control('GET', '/nothing').catch((error: unknown) => error);
  console.log(JSON.stringify([code, (await other.outbox.all()).length, refusal instanceof ControlError]));
  nest.stop();
}

void main();
`;

test('programs of both module systems compile strictly and run (TK-4)', () => {
  const project = installPackages(tarballs);
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  for (const types of ['@types/node', 'undici-types'])
    symlinkSync(resolve('node_modules', types), join(project, 'node_modules', types));
  const head = "import { ControlError, startCarrierNest, type TestRuntime } from '@carrier-nest/testing';";
  for (const file of ['program.mts', 'program.cts']) writeFileSync(join(project, file), head + program);

  const strict = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--types',
    'node',
  ];
  const modules = ['--module', 'nodenext', '--target', 'es2023', '--ignoreConfig'];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const compilation = run(project, process.execPath, [
    tsc,
    ...strict,
    ...modules,
    'program.mts',
    'program.cts',
  ]);
  expect(compilation).toEqual({ status: 0, output: '' });

  for (const file of ['program.mjs', 'program.cjs'])
    expect(run(project, process.execPath, [file])).toEqual({ status: 0, output: '["1234",0,true]\n' });
});

test.each([
  ['vitest', ['vitest@4.1.12']],
  ['jest', ['jest@29.7.0']],
  ['playwright', ['@playwright/test@1.64.0']],
])('the example for %s passes (TK-4)', (name, runner) => {
  const project = makeTempDir();
  cpSync(`packages/testing/examples/${name}`, project, { recursive: true });
  installPackages([...tarballs, ...runner], project);

  expect(run(project, 'npm', ['test'])).toMatchObject({
    status: 0,
    output: expect.stringMatching(/1 passed/),
  });
});
