import type { Change } from './change';
import { versions } from './versions';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const pinned = (...names: (keyof typeof versions)[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, versions[name]]));

/** The files of a new CDK app, by name. */
const files: Record<string, string> = {
  'bin/app.ts': `import { CarrierNest } from '@carrier-nest/cdk';
import { App } from 'aws-cdk-lib';

const app = new App();
new CarrierNest(app, 'Mail');
`,
  'package.json': json({
    private: true,
    scripts: { synth: 'cdk synth --quiet', diff: 'cdk diff', deploy: 'cdk deploy --all' },
    dependencies: pinned('@carrier-nest/cdk', 'aws-cdk-lib', 'constructs'),
    devDependencies: pinned('@types/node', 'aws-cdk', 'tsx', 'typescript'),
  }),
  'cdk.json': json({ app: 'node --import tsx bin/app.ts' }),
  'tsconfig.json': json({
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['bin'],
  }),
  '.gitignore': 'node_modules/\ncdk.out/\n',
};

/** Creates a CDK app whose only stacks are those of the service. */
export const newApp: readonly Change[] = Object.entries(files).map(([file, after]) => ({
  file,
  before: undefined,
  after,
}));
