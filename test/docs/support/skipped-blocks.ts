interface SkippedBlock {
  page: string;
  /** The start of the block's code. */
  codeStart: string;
  reason: string;
}

/** Command blocks that no test runs, each with its reason. */
export const skippedBlocks: readonly SkippedBlock[] = [
  { page: 'README.md', codeStart: 'npm start', reason: 'the tests have started the service' },
  { page: 'README.md', codeStart: 'npm ci', reason: 'the command deploys to AWS' },
  { page: 'CONTRIBUTING.md', codeStart: 'npm start', reason: 'the tests have started the service' },
  { page: 'docs/local.md', codeStart: 'npm start', reason: 'the tests have started the service' },
  { page: 'docs/deploying.md', codeStart: 'npm ci', reason: 'the commands call AWS' },
  { page: 'docs/deploying.md', codeStart: 'npx cdk bootstrap', reason: 'the command deploys to AWS' },
  {
    page: 'docs/deploying.md',
    codeStart: 'npm run admin',
    reason: 'the commands need a deployment; test/cli/admin.test.ts runs the same commands locally',
  },
  {
    page: 'docs/deploying.md',
    codeStart: 'npx carrier-nest init',
    reason: 'the command changes the folder; test/packages/cdk-pages.test.ts runs it in an empty folder',
  },
  { page: 'docs/deploying.md', codeStart: 'curl -s $API', reason: 'the command calls a deployment' },
  { page: 'docs/deploying.md', codeStart: 'aws ', reason: 'the commands call AWS' },
  {
    page: 'docs/deploying.md',
    codeStart: 'UPDATED=',
    reason: 'the commands change this checkout; test/docs/deploying.test.ts runs them in another one',
  },
  {
    page: 'docs/deploying.md',
    codeStart: 'git ',
    reason: 'the commands change this checkout; test/docs/deploying.test.ts runs them in another one',
  },
  { page: 'docs/doctor.md', codeStart: 'npm run doctor\n', reason: 'the commands call AWS' },
  { page: 'docs/operating.md', codeStart: 'aws ', reason: 'the commands call AWS' },
  {
    page: 'docs/operating.md',
    codeStart: 'npm run admin',
    reason: 'the command needs a deployment; test/cli/admin.test.ts runs the same commands locally',
  },
  ...['npm install', 'npx vitest'].map((codeStart) => ({
    page: 'docs/testing.md',
    codeStart,
    reason: 'the command needs a project; test/testing-kit/package-pages.test.ts runs it in an empty folder',
  })),
  { page: 'docs/runbook.md', codeStart: 'aws ', reason: 'the commands call AWS' },
  { page: 'docs/runbook.md', codeStart: 'curl -s "$API', reason: 'the commands call a deployment' },
  { page: 'docs/runbook.md', codeStart: 'TABLE=$(aws ', reason: 'the commands call AWS' },
  { page: 'docs/runbook.md', codeStart: 'while LETTER=$(aws ', reason: 'the commands call AWS' },
];

export const isSkipped = (page: string, code: string): boolean =>
  skippedBlocks.some((block) => block.page === page && code.startsWith(block.codeStart));
