/** The file of a page is missing: the user is offline, or a deployment has replaced the files. */
export class PageLoadError extends Error {
  constructor() {
    super('This page could not be loaded');
  }
}
