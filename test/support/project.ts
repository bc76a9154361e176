import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeTempDir } from './run/run-dir';

/** An npm project of a user, in a folder outside the clone. */
export class Project {
  readonly folder = makeTempDir();

  write(file: string, content: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), content);
  }

  /** Installs packages, from npm's cache if it has them. */
  install(...packages: string[]): void {
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...options, ...packages], { cwd: this.folder, stdio: 'inherit' });
  }

  /** Links packages of the clone, which takes less time than an installation. */
  link(...packages: string[]): void {
    for (const name of packages) {
      const path = join(this.folder, 'node_modules', name);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(resolve('node_modules', name), path);
    }
  }

  run(command: string, args: readonly string[], env: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: this.folder,
      env: { ...process.env, JEST_WORKER_ID: undefined, NODE_ENV: undefined, ...env },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  /** Compiles strict programs that Node then runs. */
  compile(...files: string[]) {
    const options = ['--strict', '--noUncheckedIndexedAccess'];
    const modules = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--ignoreConfig'];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    return this.run(process.execPath, [tsc, ...options, ...modules, ...files]);
  }
}
