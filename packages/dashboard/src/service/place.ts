/** The base of the document leads to `/app/`, whatever stands before it: a stage of API Gateway, or nothing. */
const pages = new URL('.', document.baseURI);

/** Of the addresses of pages, without a slash at its end. */
export const pagesPath = pages.pathname.slice(0, -1);

/** Where the API is, without a slash at its end. */
export const serviceUrl = new URL('..', pages).href.slice(0, -1);
