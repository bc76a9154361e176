interface SkippedBlock {
  page: string;
  /** The start of the block's code. */
  codeStart: string;
  reason: string;
}

/** Command blocks that no test runs, each with its reason. */
export const skippedBlocks: readonly SkippedBlock[] = [
  { page: 'README.md', codeStart: 'npm start', reason: 'the service runs, and npm test is this' },
  { page: 'README.md', codeStart: 'npx cdk bootstrap', reason: 'it deploys to AWS' },
  { page: 'CONTRIBUTING.md', codeStart: 'npm start', reason: 'the service runs, and npm test is this' },
  { page: 'docs/local.md', codeStart: 'npm start', reason: 'the service runs' },
  {
    page: 'docs/deploying.md',
    codeStart: 'npx cdk list',
    reason: 'it bundles everything; test/infra does too',
  },
  { page: 'docs/deploying.md', codeStart: 'npx cdk bootstrap', reason: 'it deploys to AWS' },
  { page: 'docs/deploying.md', codeStart: 'aws ', reason: 'it asks AWS' },
  {
    page: 'docs/deploying.md',
    codeStart: 'git pull',
    reason: 'it changes this checkout, and deploys to AWS',
  },
  { page: 'docs/doctor.md', codeStart: 'npm run doctor\n', reason: 'it asks AWS' },
  { page: 'docs/operating.md', codeStart: 'aws ', reason: 'it asks AWS' },
  {
    page: 'docs/operating.md',
    codeStart: 'npm run admin',
    reason: 'it acts on a deployment; test/platform/workspaces does it',
  },
  { page: 'docs/runbook.md', codeStart: 'aws ', reason: 'it asks AWS' },
  { page: 'docs/runbook.md', codeStart: 'curl -s "$API', reason: 'it asks a deployment' },
  { page: 'docs/runbook.md', codeStart: 'TABLE=$(aws ', reason: 'it asks AWS' },
  { page: 'docs/runbook.md', codeStart: 'while LETTER=$(aws ', reason: 'it asks AWS' },
];

export const isSkipped = (page: string, code: string): boolean =>
  skippedBlocks.some((block) => block.page === page && code.startsWith(block.codeStart));
