/** A startup error that the user can fix. The runtime prints the error without a stack trace. */
export class StartError extends Error {
  /** Command line options that avoid the error. The runtime prints them in a complete command after the message. */
  readonly suggestedOptions?: Readonly<Record<string, string>>;

  constructor(
    message: string,
    { suggestedOptions, cause }: Pick<StartError, 'suggestedOptions' | 'cause'> = {},
  ) {
    super(message, { cause });
    if (suggestedOptions) this.suggestedOptions = suggestedOptions;
  }
}
