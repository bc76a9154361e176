import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { buildOnce } from '../../packages/local/src/machine/build-once';
import { codeInputs } from '../../packages/local/src/template/synthesize';

/**
 * Copies the code that the stacks deploy into `folder`: the bundle of each function with the dashboard's pages, the
 * ingress container, and the CloudFront function. Packages ship this code, so their users need no bundler.
 */
export async function copyPackagedCode(folder: string): Promise<void> {
  cpSync(await buildOnce('.build/packaged-code', codeInputs, bundleCode), folder, { recursive: true });
}

function bundleCode(workDir: string): Promise<void> {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/release/bundle-code.ts'], {
    env: { ...process.env, CARRIER_NEST_BUILD: workDir },
    stdio: 'inherit',
  });
  return Promise.resolve();
}
