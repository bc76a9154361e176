import { readFileSync } from 'node:fs';
import { SettingsError } from './settings-error';
import { parseSettings, type Settings } from './settings';

const defaultFile = 'carrier-nest.json';

const fileVariable = 'CARRIER_NEST_SETTINGS';

/** The settings file of every program: the file that the environment names, or the default file. */
export const settingsFile = (): string => process.env[fileVariable] || defaultFile;

/** Reads the settings. Only the default file may be missing, because a missing file means that all defaults apply. */
export function readSettings(file = settingsFile()): Settings {
  const text = readText(file);
  return parseSettings(text === undefined ? {} : parseJson(text, file), file);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Reading a file fails only with an error of the operating system.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && file === defaultFile) return undefined;
    const problem =
      code === 'ENOENT'
        ? 'The settings file does not exist'
        : `The settings file cannot be read (${String(code)})`;
    const advice =
      file === defaultFile
        ? 'Make it a file that you can read'
        : `Correct ${fileVariable}, or unset it to use ${defaultFile}`;
    throw new SettingsError(file, `${problem}. ${advice}`, { cause: error });
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SettingsError(file, `The settings file is not valid JSON: ${error.message}`, { cause: error });
  }
}
