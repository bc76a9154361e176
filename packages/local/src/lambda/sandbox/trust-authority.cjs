/* eslint-disable @typescript-eslint/no-require-imports -- workers load this file directly, without a compiler */
'use strict';
const { syncBuiltinESMExports } = require('node:module');
const tls = require('node:tls');

/**
 * Makes TLS connections trust the runtime's certificate authority in addition to the public ones. The variable
 * NODE_EXTRA_CA_CERTS has no effect here, because Node reads it only when a process starts.
 */
function trustAuthority(certificate) {
  const { createSecureContext } = tls;
  tls.createSecureContext = (options = {}) => {
    const secureContext = createSecureContext(options);
    if (!options.ca) secureContext.context.addCACert(certificate);
    return secureContext;
  };
  syncBuiltinESMExports();
}

module.exports = { trustAuthority };
