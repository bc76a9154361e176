import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const localSettings = 'packages/local/src/template/settings.json';
/** Absolute, because an earlier release runs in another folder. */
const file = resolve('.build/customer-key-settings.json');

/** Synthesizes or starts the local runtime with the setting `customerKey`. */
export async function withCustomerKey<T>(run: () => Promise<T>): Promise<T> {
  useCustomerKey();
  try {
    return await run();
  } finally {
    delete process.env['CARRIER_NEST_LOCAL_SETTINGS'];
  }
}

/** Starts every further local runtime of this test file with the setting `customerKey`. */
export function useCustomerKey(): void {
  process.env['CARRIER_NEST_LOCAL_SETTINGS'] = settingsFile();
}

/** The file changes only with the settings of the local runtime, so that runtimes share a synthesis. */
function settingsFile(): string {
  const settings = JSON.parse(readFileSync(localSettings, 'utf8')) as Record<string, unknown>;
  const text = JSON.stringify({ ...settings, customerKey: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return file;
  mkdirSync(dirname(file), { recursive: true });
  // Several test files may write the file at the same time.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
