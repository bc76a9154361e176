interface Exception {
  page: string;
  /** How the block begins. */
  begins: string;
  because: string;
}

/** Blocks of commands that no test runs, each with its reason. */
export const notRun: readonly Exception[] = [
  { page: 'README.md', begins: 'npm start', because: 'the service runs, and npm test is this' },
  { page: 'README.md', begins: 'npx cdk bootstrap', because: 'it deploys to AWS' },
  { page: 'CONTRIBUTING.md', begins: 'npm start', because: 'the service runs, and npm test is this' },
  { page: 'docs/local.md', begins: 'npm start', because: 'the service runs' },
  {
    page: 'docs/deploying.md',
    begins: 'npx cdk list',
    because: 'it bundles everything; test/infra does too',
  },
  { page: 'docs/deploying.md', begins: 'npx cdk bootstrap', because: 'it deploys to AWS' },
  { page: 'docs/deploying.md', begins: 'aws ', because: 'it asks AWS' },
  { page: 'docs/deploying.md', begins: 'git pull', because: 'it changes this checkout, and deploys to AWS' },
  { page: 'docs/doctor.md', begins: 'npm run doctor\n', because: 'it asks AWS' },
  { page: 'docs/operating.md', begins: 'aws ', because: 'it asks AWS' },
  {
    page: 'docs/operating.md',
    begins: 'npm run admin',
    because: 'it acts on a deployment; test/platform/workspaces does it',
  },
  { page: 'docs/runbook.md', begins: 'aws ', because: 'it asks AWS' },
  { page: 'docs/runbook.md', begins: 'curl -s "$API', because: 'it asks a deployment' },
  { page: 'docs/runbook.md', begins: 'TABLE=$(aws ', because: 'it asks AWS' },
  { page: 'docs/runbook.md', begins: 'while LETTER=$(aws ', because: 'it asks AWS' },
];

export const doesNotRun = (page: string, code: string): boolean =>
  notRun.some((one) => one.page === page && code.startsWith(one.begins));
