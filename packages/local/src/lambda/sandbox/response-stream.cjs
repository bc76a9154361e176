/* eslint-disable @typescript-eslint/no-require-imports -- workers load this file directly, without a compiler */
'use strict';
const { Writable } = require('node:stream');
const { finished } = require('node:stream/promises');

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming');
/** Separates the head (JSON) from the body in the protocol of Lambda and API Gateway. */
const separator = Buffer.alloc(8);

/**
 * The `awslambda` global of functions that stream their response. As on Lambda, the first `write` sends the head before
 * the chunk. Without a `write`, no head is sent, even if `end` has a body.
 */
function defineStreaming() {
  globalThis.awslambda = {
    streamifyResponse: (handler) => Object.assign(handler, { [streaming]: true }),
    HttpResponseStream: {
      from(stream, head) {
        stream.head = JSON.stringify(head);
        return stream;
      },
    },
  };
}

function isStreaming(handler) {
  return handler[streaming] === true;
}

/** Collects the stream of the handler into the response format of a proxy integration. */
async function runStreaming(handler, event, context) {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  stream.setContentType = () => {};
  const { write } = stream;
  stream.write = (...args) => {
    const { head } = stream;
    stream.head = undefined;
    if (head !== undefined) write.call(stream, Buffer.concat([Buffer.from(head), separator]));
    return write.apply(stream, args);
  };
  // `end` uses the original `write`, because `end` must not send the head.
  const { end } = stream;
  stream.end = (chunk, ...rest) => {
    if (chunk !== undefined && typeof chunk !== 'function') write.call(stream, chunk);
    return end.call(stream, ...[chunk, ...rest].filter((one) => typeof one === 'function'));
  };
  const ended = finished(stream);
  // If the handler rejects, the stream stays open, so the rejection must end the wait.
  await Promise.race([ended, Promise.resolve(handler(event, stream, context)).then(() => ended)]);
  return answerOf(Buffer.concat(chunks));
}

function answerOf(bytes) {
  const headEnd = bytes.indexOf(separator);
  const head = headEnd < 0 ? {} : JSON.parse(bytes.subarray(0, headEnd).toString());
  const body = headEnd < 0 ? bytes : bytes.subarray(headEnd + separator.length);
  return { statusCode: 200, ...head, body: body.toString('base64'), isBase64Encoded: true };
}

module.exports = { defineStreaming, isStreaming, runStreaming };
