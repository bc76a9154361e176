/** Invalid settings. Programs print the message, which says what to correct, without a stack trace. */
export class SettingsError extends Error {
  /** The message without the source of the settings: one or more sentences that name the setting. */
  readonly problem: string;

  constructor(source: string, problem: string, options?: ErrorOptions) {
    const sentence = `${problem}${/[.?]$/.test(problem) ? '' : '.'}`;
    super(`${source}: ${sentence} See docs/deploying.md#settings`, options);
    this.problem = sentence;
  }
}
