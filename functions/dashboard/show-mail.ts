import { responseBytesMax } from '../../shared/core/response-size';
import { ApiError } from '../../shared/core/errors';
import { errorHandler } from '../../shared/http/error-handler';
import { enforceBodyLimit } from '../../shared/http/body-limit';
import { readBodyText } from '../../shared/http/read-body-text';
import { lambdaHandler } from '../../shared/http/pipeline';
import { sandboxedHtml } from './sandboxed-html';
import { refuseCrossOrigin } from './refuse-cross-origin';
import { dashboardRoutes } from './routes';

/**
 * A form of the dashboard posts HTML into a frame: so the frame has a policy of its own, and no address of it holds a
 * key or a mail. Nothing is kept.
 */
export const handler = lambdaHandler(
  dashboardRoutes.showMail,
  [errorHandler(), enforceBodyLimit()],
  async (request) => {
    // Nobody else shall show what they like under this address.
    refuseCrossOrigin(request);
    const remoteImages = request.query['remote']?.at(-1) === '1';
    const response = sandboxedHtml(readHtmlField(await readBodyText(request)), { remoteImages });
    // Signs that are written out take more room than they came in.
    if (Buffer.byteLength(JSON.stringify(response.body)) > responseBytesMax)
      throw new ApiError(
        'payload_too_large',
        'The HTML is too large to be shown once its signs are written out',
      );
    return response;
  },
);

/** A form of one field, as text/plain: the name, the value as it is, a line end. */
function readHtmlField(form: string): string {
  const [, html] = /^html=(.*)\r\n$/s.exec(form) ?? [];
  if (html === undefined)
    throw new ApiError('invalid_request', 'The body is a form of one field, html, as text/plain');
  return html;
}
