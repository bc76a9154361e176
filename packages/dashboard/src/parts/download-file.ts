/** Saves the bytes as a file on the user's disk. */
export function downloadFile(filename: string, content: Uint8Array): void {
  // The cast is safe, because a blob refuses only memory that is shared with a worker.
  const url = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>]));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
