/** Invalid settings. Programs print the message, which says what to correct, without a stack trace. */
export class SettingsError extends Error {
  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`${file}: ${problem}${/[.?]$/.test(problem) ? '' : '.'} See docs/deploying.md#settings`, options);
  }
}
