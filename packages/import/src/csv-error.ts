/** A file that cannot be imported. The message says what is wrong with the file and what to do. */
export class CsvError extends Error {}
