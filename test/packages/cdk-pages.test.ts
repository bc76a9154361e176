import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { devDependencies } from '../../package.json';
import { codeBlocksOf } from '../support/code-blocks';
import { Project } from '../support/project';
import { packTarball } from '../support/tarballs';

const readme = readFileSync('packages/cdk/README.md', 'utf8');
const [section = ''] =
  /^## Embed in your CDK app$.*?(?=^## )/ms.exec(readFileSync('docs/deploying.md', 'utf8')) ?? [];

/** The commands of the pages, with the command of this clone and without what needs an AWS account. */
const runnable = (command: string): string =>
  command
    .replace('npx carrier-nest', `node ${resolve('packages/cli/carrier-nest.mjs')}`)
    .replace(
      'npm install @carrier-nest/cdk',
      `npm install --legacy-peer-deps --no-audit --no-fund ${packTarball('@carrier-nest/cdk')}`,
    )
    .replace('npx cdk deploy --all', 'npx cdk synth --quiet')
    .replace('npx cdk bootstrap', 'npx cdk --version');

/** What the user's app has beside the package. */
const cdk = ['aws-cdk-lib', 'constructs', 'tsx', '.bin/cdk', '@types/node', 'undici-types'];

const stacksIn = (project: Project): string[] =>
  readdirSync(join(project.folder, 'cdk.out')).flatMap(
    (file) => /^(.*)\.template\.json$/.exec(file)?.[1] ?? [],
  );

test('the README leads from an empty folder to a synthesized app', () => {
  const project = new Project();
  project.write('package.json', '{ "private": true }');
  project.write('cdk.json', '{ "app": "node --import tsx bin/app.ts" }');
  const [install, minimal, deploy, use] = codeBlocksOf(readme);
  expect([install, minimal, deploy, use].map((block) => block?.language)).toEqual(['sh', 'ts', 'sh', 'ts']);

  expect(project.run('sh', ['-ec', runnable(install?.code ?? '')])).toMatchObject({ status: 0 });
  project.link(...cdk);
  for (const program of [minimal, use]) {
    project.write('bin/app.ts', program?.code ?? '');
    expect(project.compile('bin/app.ts', '--skipLibCheck', '--noEmit')).toEqual({ status: 0, output: '' });
    expect(project.run('sh', ['-ec', runnable(deploy?.code ?? '')])).toMatchObject({ status: 0 });
    expect(stacksIn(project)).toContain('CarrierNest-prod-Operations');
  }
  expect(stacksIn(project)).toContain('Shop');
});

test('"Embed in your CDK app" leads from an app to the app on the page', () => {
  const project = new Project();
  const [command, program] = codeBlocksOf(section);
  expect([command?.language, program?.language]).toEqual(['sh', 'ts']);
  const before = (program?.code ?? '')
    .split('\n')
    .filter((line) => !line.includes('CarrierNest') && !line.includes('nest.apiUrl'))
    .join('\n');
  project.write(
    'package.json',
    `{ "private": true, "dependencies": { "aws-cdk-lib": "${devDependencies['aws-cdk-lib']}" } }`,
  );
  project.write('cdk.json', '{ "app": "node --import tsx bin/app.ts" }');
  project.write('bin/app.ts', before);

  const result = project.run('sh', ['-ec', `echo y | ${runnable(command?.code ?? '')}`]);

  expect(result).toMatchObject({ status: 0 });
  const patched = readFileSync(join(project.folder, 'bin/app.ts'), 'utf8');
  expect(patched).toContain("new CarrierNest(app, 'Mail');");
  project.write('bin/app.ts', program?.code ?? '');
  project.install('--no-save', packTarball('@carrier-nest/cdk'));
  project.link('tsx', '.bin/cdk');
  expect(project.run('npx', ['cdk', 'synth', '--quiet'])).toMatchObject({ status: 0 });
  expect(stacksIn(project)).toEqual(expect.arrayContaining(['CarrierNest-prod-Data', 'Shop']));
});
