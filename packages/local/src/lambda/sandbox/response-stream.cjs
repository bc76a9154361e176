/* eslint-disable @typescript-eslint/no-require-imports -- a worker starts this file as it is, without a compiler */
'use strict';
const { Writable } = require('node:stream');
const { finished } = require('node:stream/promises');

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming');
/** Between the head (JSON) and the body, as Lambda and API Gateway agreed. */
const separator = Buffer.alloc(8);

/**
 * The global that Lambda gives to functions which stream their answer. As on Lambda, the first `write` puts the head
 * before its chunk. Without a `write` there is no head, even if `end` is given a body.
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

/** Collects what the handler streams into the answer that a proxy integration would give. */
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
  // The original `write`: `end` adds no head.
  const { end } = stream;
  stream.end = (chunk, ...rest) => {
    if (chunk !== undefined && typeof chunk !== 'function') write.call(stream, chunk);
    return end.call(stream, ...[chunk, ...rest].filter((one) => typeof one === 'function'));
  };
  const ended = finished(stream);
  // A handler that rejects leaves the stream open: its own error is the one to report.
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
