import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

type Settings = Record<string, unknown>;

const localSettings = 'packages/local/src/template/settings.json';
/** Absolute, because an earlier release runs in another folder. */
const dir = resolve('.build/local-settings');

/** Synthesizes or starts the local runtime with these settings in addition to its own. */
export async function withLocalSettings<T>(settings: Settings, run: () => Promise<T>): Promise<T> {
  useLocalSettings(settings);
  try {
    return await run();
  } finally {
    delete process.env['CARRIER_NEST_LOCAL_SETTINGS'];
  }
}

/** Starts every further local runtime of this test file with these settings in addition to its own. */
export function useLocalSettings(settings: Settings): void {
  process.env['CARRIER_NEST_LOCAL_SETTINGS'] = settingsFile(settings);
}

/** The file changes only with the settings of the local runtime, so that runtimes share a synthesis. */
function settingsFile(settings: Settings): string {
  const file = resolve(dir, `${Object.entries(settings).flat().join('-')}.json`);
  const text = JSON.stringify({
    ...(JSON.parse(readFileSync(localSettings, 'utf8')) as Settings),
    ...settings,
  });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return file;
  mkdirSync(dir, { recursive: true });
  // Several test files may write the file at the same time.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
