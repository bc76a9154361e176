// npm runs this script after it has installed the dependencies. Builds what the local runtime needs, so that the first
// start is as fast as later ones.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// An installation without development dependencies has no compiler.
if (existsSync('node_modules/tsx')) {
  // Write to standard error, as ensure-install.mjs does.
  console.error('Building the functions and stacks of the local runtime, in about 10 seconds ...');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build-runtime.ts'], {
    stdio: ['ignore', 2, 'inherit'],
  });
  if (status !== 0)
    console.error(
      'The build failed, but the dependencies are installed. npm start builds again and shows the error.',
    );
}
