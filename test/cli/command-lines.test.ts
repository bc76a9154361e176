import { clone } from '../../packages/local/src/start/clone';
import { npmPackage } from '../../packages/local/src/start/npm-package';

test.each([
  ['doctor', 'npm run doctor', 'npx carrier-nest doctor'],
  ['doctor --json', 'npm run doctor -- --json', 'npx carrier-nest doctor --json'],
  ['admin keys create', 'npm run admin -- keys create', 'npx carrier-nest admin keys create'],
  ['dev', 'npm start', 'npx carrier-nest dev'],
  ['dev --fresh', 'npm start -- --fresh', 'npx carrier-nest dev --fresh'],
  ['deploy', 'npm run deploy', 'npx cdk deploy --all'],
])('messages name "%s" as "%s" in a clone and as "%s" elsewhere (CL-5)', (command, inClone, elsewhere) => {
  expect(clone.commandLine(command)).toBe(inClone);
  expect(npmPackage.commandLine(command)).toBe(elsewhere);
});
