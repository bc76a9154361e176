import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { addConstruct } from '../../packages/cli/src/init/add-construct';
import { addDependency } from '../../packages/cli/src/init/add-dependency';
import { serviceVersion } from '../../shared/core/version';
import { Project } from '../support/project';
import { packTarball } from '../support/tarballs';
import { makeTempDir } from '../support/run/run-dir';

/** Runs `carrier-nest init` in the folder. */
function init(folder: string, args: readonly string[] = [], input = '') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('packages/cli/carrier-nest.mjs'), 'init', ...args],
    { cwd: folder, input, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

function createFolder(files: Record<string, string>): string {
  const folder = makeTempDir();
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

/** The content of all files by their names. */
const readAll = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );

const entry = `#!/usr/bin/env node
import * as cdk from 'aws-cdk-lib/core';
import { ShopStack } from '../lib/shop-stack';

const app = new cdk.App();
new ShopStack(app, 'ShopStack', {});
`;

/** An app as \`cdk init\` creates it. */
const existingApp = {
  'cdk.json': '{\n  "app": "npx ts-node --prefer-ts-exts bin/shop.ts",\n  "context": {}\n}\n',
  'package.json': `{
  "name": "shop",
  "dependencies": {
    "aws-cdk-lib": "^2.276.0",
    "constructs": "^10.5.0"
  }
}
`,
  'bin/shop.ts': entry,
};

describe('in an empty folder', () => {
  test('the created app synthesizes the service, and compiles strictly', () => {
    const project = new Project();

    expect(init(project.folder, ['--yes'])).toMatchObject({ status: 0, stderr: '' });

    const files = readAll(project.folder);
    expect(Object.keys(files).sort()).toEqual([
      '.gitignore',
      'bin/app.ts',
      'cdk.json',
      'package.json',
      'tsconfig.json',
    ]);
    expect(files['bin/app.ts']?.trimEnd().split('\n')).toHaveLength(5);
    const pinned = `"@carrier-nest/cdk": "${serviceVersion}"`;
    expect(files['package.json']).toContain(pinned);
    project.write(
      'package.json',
      files['package.json']?.replace(
        pinned,
        `"@carrier-nest/cdk": "file:${packTarball('@carrier-nest/cdk')}"`,
      ) ?? '',
    );
    project.install();
    expect(project.run('npx', ['tsc'])).toEqual({ status: 0, output: '' });
    expect(project.run('npm', ['run', 'synth'])).toMatchObject({ status: 0 });
    expect(readdirSync(join(project.folder, 'cdk.out'))).toContain('CarrierNest-prod-Data.template.json');
  });

  test('git and a README may be there, and a second run changes nothing', () => {
    const folder = createFolder({ '.git/config': '', 'README.md': '# Mail\n' });
    expect(init(folder, ['--yes']).status).toBe(0);
    const files = readAll(folder);

    const second = init(folder, ['--yes']);

    expect(second).toEqual({
      status: 0,
      stdout: 'The app already has the construct. Nothing to change.\n',
      stderr: '',
    });
    expect(readAll(folder)).toEqual(files);
    expect(files['README.md']).toBe('# Mail\n');
  });
});

describe('in a CDK app', () => {
  const diff = `--- package.json
+++ package.json
@@
 {
   "name": "shop",
   "dependencies": {
+    "@carrier-nest/cdk": "${serviceVersion}",
     "aws-cdk-lib": "^2.276.0",
     "constructs": "^10.5.0"
   }

--- bin/shop.ts
+++ bin/shop.ts
@@
 #!/usr/bin/env node
 import * as cdk from 'aws-cdk-lib/core';
 import { ShopStack } from '../lib/shop-stack';
+import { CarrierNest } from '@carrier-nest/cdk';
 
 const app = new cdk.App();
+new CarrierNest(app, 'Mail');
 new ShopStack(app, 'ShopStack', {});
`;

  test('--dry-run shows a diff and changes nothing', () => {
    const folder = createFolder(existingApp);

    expect(init(folder, ['--dry-run'])).toEqual({ status: 0, stdout: `${diff}\n`, stderr: '' });
    expect(readAll(folder)).toEqual(existingApp);
  });

  test.each([
    ['without an answer', ''],
    ['after another answer than yes', 'n\n'],
  ])('%s, nothing changes', (_description, input) => {
    const folder = createFolder(existingApp);

    const { status, stdout } = init(folder, [], input);

    expect(status).toBe(1);
    expect(stdout).toContain(`${diff}\nApply these changes? [y/N] `);
    expect(stdout).toContain('Nothing was changed.');
    expect(readAll(folder)).toEqual(existingApp);
  });

  test('after the answer yes, the changes of the diff are made, and a second run changes nothing', () => {
    const folder = createFolder({ ...existingApp, 'pnpm-lock.yaml': '' });

    const { status, stdout } = init(folder, [], 'y\n');

    expect(status).toBe(0);
    expect(stdout).toContain('Next, run pnpm install, npx cdk diff');
    const files = readAll(folder);
    expect(files['bin/shop.ts']).toBe(addConstruct(entry, 'bin/shop.ts'));
    expect(JSON.parse(files['package.json'] ?? '').dependencies['@carrier-nest/cdk']).toBe(serviceVersion);
    expect(files['cdk.json']).toBe(existingApp['cdk.json']);
    expect(init(folder, ['--yes']).stdout).toContain('Nothing to change');
    expect(readAll(folder)).toEqual(files);
  });

  test('a program that is compiled next to its source is changed in the source', () => {
    const folder = createFolder({
      ...existingApp,
      'cdk.json': '{"app":"node bin/shop.js"}',
      'bin/shop.js': '',
    });

    expect(init(folder, ['--yes']).status).toBe(0);
    expect(readAll(folder)).toMatchObject({
      'bin/shop.ts': expect.stringContaining('CarrierNest'),
      'bin/shop.js': '',
    });
  });
});

describe('the construct is added', () => {
  test.each([
    [
      'to a program with a named import and no semicolons',
      'bin/app.ts',
      "import { App as Cdk } from 'aws-cdk-lib'\nconst mail = new Cdk()\n",
      "import { App as Cdk } from 'aws-cdk-lib'\nimport { CarrierNest } from '@carrier-nest/cdk'\nconst mail = new Cdk()\nnew CarrierNest(mail, 'Mail')\n",
    ],
    [
      'to CommonJS with double quotes, comments and an ID that is taken',
      'bin/app.js',
      'const { App } = require("aws-cdk-lib"); // The CDK\nconst app = new App({ analyticsReporting: false }); // Ours\nnew Mail(app, "Mail");\n',
      'const { App } = require("aws-cdk-lib"); // The CDK\nconst { CarrierNest } = require("@carrier-nest/cdk");\nconst app = new App({ analyticsReporting: false }); // Ours\nnew CarrierNest(app, "CarrierNest");\nnew Mail(app, "Mail");\n',
    ],
    [
      'inside a function, with the line ends of Windows',
      'bin/app.mts',
      "import * as cdk from 'aws-cdk-lib';\r\nasync function main(): Promise<void> {\r\n\tconst app = new cdk.App();\r\n\tapp.synth();\r\n}\r\nvoid main();\r\n",
      "import * as cdk from 'aws-cdk-lib';\r\nimport { CarrierNest } from '@carrier-nest/cdk';\r\nasync function main(): Promise<void> {\r\n\tconst app = new cdk.App();\r\n\tnew CarrierNest(app, 'Mail');\r\n\tapp.synth();\r\n}\r\nvoid main();\r\n",
    ],
    [
      'to TypeScript with import = and an assignment',
      'bin/app.cts',
      "import cdk = require('aws-cdk-lib');\nlet app: cdk.App;\napp = new cdk.App();\n",
      "import cdk = require('aws-cdk-lib');\nimport { CarrierNest } from '@carrier-nest/cdk';\nlet app: cdk.App;\napp = new cdk.App();\nnew CarrierNest(app, 'Mail');\n",
    ],
  ])('%s', (_description, file, before, after) => {
    expect(addConstruct(before, file)).toBe(after);
    expect(addConstruct(after, file)).toBe(after);
  });

  test.each([
    ['no app', "import { Stack } from 'aws-cdk-lib';\n", 'has no line such as "const app = new App()"'],
    [
      'an app of another package',
      "import { App } from '@slack/bolt';\nconst app = new App();\n",
      'with the App of aws-cdk-lib',
    ],
    [
      'two apps',
      "import { App } from 'aws-cdk-lib';\nconst app = new App();\nconst other = new App();\n",
      'creates 2 apps',
    ],
    [
      'an app without a name',
      "import { App } from 'aws-cdk-lib';\nmain(new App());\n",
      'has no line such as',
    ],
    ['a syntax error', 'const app = ;\n', 'cannot be read or extended'],
    [
      'another CarrierNest',
      "import { App } from 'aws-cdk-lib';\nimport { CarrierNest } from './nest';\nconst app = new App();\n",
      'cannot be read or extended',
    ],
    [
      'only the import',
      "import { App } from 'aws-cdk-lib';\nimport { Other } from '@carrier-nest/cdk';\nconst app = new App();\n",
      'does not create the construct',
    ],
  ])('not to a program with %s', (_description, source, message) => {
    expect(() => addConstruct(source, 'bin/app.ts')).toThrow(message);
  });
});

describe('the dependency is added', () => {
  const line = `"@carrier-nest/cdk": "${serviceVersion}"`;

  test.each([
    [
      'last',
      '{"devDependencies":{"@aws/x":"1","@b/aws-cdk-lib":"1"},"dependencies":{"aws-cdk-lib":"2.276.0"}}',
      `{"devDependencies":{"@aws/x":"1","@b/aws-cdk-lib":"1"},"dependencies":{${line},"aws-cdk-lib":"2.276.0"}}`,
    ],
    [
      'in the middle, next to aws-cdk-lib',
      '{ "devDependencies": { "@a/x": "1", "aws-cdk-lib": "2.276.0" } }',
      `{ "devDependencies": { "@a/x": "1", ${line}, "aws-cdk-lib": "2.276.0" } }`,
    ],
  ])('%s', (_description, before, after) => {
    expect(addDependency(before)).toBe(after);
    expect(addDependency(after)).toBe(after);
  });
});

test.each<[string, Record<string, string>, string]>([
  [
    'a folder with other files',
    { 'index.js': '' },
    'it is not empty either: index.js. Run carrier-nest init in an empty folder',
  ],
  [
    'an app in Python',
    { ...existingApp, 'cdk.json': '{"app":"python3 app.py"}' },
    'cdk.json runs the app with "python3 app.py", which names no TypeScript',
  ],
  ['a cdk.json without an app', { ...existingApp, 'cdk.json': '{}' }, 'cdk.json has no setting "app"'],
  ['an unreadable cdk.json', { ...existingApp, 'cdk.json': '{' }, 'cdk.json is not valid JSON'],
  [
    'an app that only exists after a build',
    { ...existingApp, 'cdk.json': '{"app":"node dist/bin/shop.js"}' },
    'the source file of dist/bin/shop.js is unknown',
  ],
  [
    'an old CDK',
    { ...existingApp, 'package.json': '{"dependencies":{"aws-cdk-lib":"^2.180.0"}}' },
    'The construct requires aws-cdk-lib 2.254.0 or later, but the app has 2.180.0. Run npm install aws-cdk-lib@latest',
  ],
  [
    'version 1 of the CDK',
    { ...existingApp, 'package.json': '{"dependencies":{"@aws-cdk/core":"1.204.0"}}' },
    'package.json does not depend on aws-cdk-lib, version 2',
  ],
  [
    'no package.json',
    { 'cdk.json': existingApp['cdk.json'], 'bin/shop.ts': entry },
    'There is no package.json next to cdk.json',
  ],
])('%s is refused, and nothing changes', (_description, files, message) => {
  const folder = createFolder(files);

  const { status, stdout, stderr } = init(folder, ['--yes']);

  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(message);
  expect(readAll(folder)).toEqual(files);
});
