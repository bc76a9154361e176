/* eslint-disable @typescript-eslint/no-require-imports -- workers load this file directly, without a compiler */
'use strict';
const dns = require('node:dns');
const { isIP, SocketAddress } = require('node:net');
const { syncBuiltinESMExports } = require('node:module');
const { constants } = require('node:os');

/** Public address -> loopback port. */
let ports = {};

/** Sets the public addresses that connect to a port of this machine. All other public addresses are unreachable. */
function routeAddresses(addresses) {
  ports = addresses;
}

/** Resolves names through the runtime's DNS server, and prevents connections to other machines. */
function confineNetwork(dnsPort) {
  useResolver(`127.0.0.1:${dnsPort}`);
  confineTcp();
  confineUdp();
  syncBuiltinESMExports();
}

function useResolver(server) {
  dns.setServers([server]);
  dns.promises.setServers([server]);
  dns.Resolver = boundTo(dns.Resolver, server);
  dns.promises.Resolver = boundTo(dns.promises.Resolver, server);
  replaceLookup(new dns.promises.Resolver({ timeout: 1000, tries: 2 }));
}

function boundTo(Resolver, server) {
  return class extends Resolver {
    constructor(options) {
      super(options);
      super.setServers([server]);
    }
    setServers() {}
  };
}

function replaceLookup(resolver) {
  const { lookup } = dns;
  const lookupPromise = dns.promises.lookup;
  const isOurs = (host) =>
    typeof host === 'string' && host !== '' && host !== 'localhost' && isIP(host) === 0;

  dns.promises.lookup = async (host, options = {}) => {
    if (!isOurs(host)) return lookupPromise(host, options);
    const found = await addressesOf(resolver, host, familyOf(options));
    return options.all ? found : found[0];
  };
  dns.lookup = (host, options, callback = options) => {
    if (!isOurs(host)) return lookup(host, options, callback);
    const wanted = typeof options === 'function' ? {} : (options ?? {});
    const succeed = (found) =>
      wanted.all ? callback(null, found) : callback(null, found[0].address, found[0].family);
    // Call the callback outside the promise, so that an error in the callback is not reported as a failed lookup.
    addressesOf(resolver, host, familyOf(wanted)).then(
      (found) => setImmediate(succeed, found),
      (error) => setImmediate(callback, error),
    );
  };
}

function familyOf(options) {
  const family = typeof options === 'number' ? options : options.family;
  return { IPv4: 4, IPv6: 6 }[family] ?? family ?? 0;
}

async function addressesOf(resolver, host, family) {
  const families = family === 0 ? [4, 6] : [family];
  const answers = await Promise.allSettled(
    families.map((version) => (version === 4 ? resolver.resolve4(host) : resolver.resolve6(host))),
  );
  const found = answers.flatMap(({ value = [] }) =>
    value.map((address) => ({ address, family: isIP(address) })),
  );
  if (found.length === 0) throw lookupError(host, answers[0].reason);
  return found;
}

/** The errors of getaddrinfo: ENOTFOUND if the name or address does not exist, EAI_AGAIN if the resolver fails. */
function lookupError(hostname, reason) {
  const isAbsent = ['ENOTFOUND', 'ENODATA'].includes(reason?.code);
  const code = isAbsent ? 'ENOTFOUND' : 'EAI_AGAIN';
  const errno = isAbsent ? -3008 : -3001;
  const error = new Error(`getaddrinfo ${code} ${hostname}`);
  return Object.assign(error, { errno, code, syscall: 'getaddrinfo', hostname });
}

function confineTcp() {
  const { TCP } = process.binding('tcp_wrap');
  const { connect, connect6 } = TCP.prototype;
  const through = (original) =>
    function (request, address, ...rest) {
      if (isLoopback(address)) return original.call(this, request, address, ...rest);
      const port = ports[canonical(address)];
      if (port === undefined) return -constants.errno.ECONNREFUSED;
      return connect.call(this, request, '127.0.0.1', port);
    };
  TCP.prototype.connect = through(connect);
  TCP.prototype.connect6 = through(connect6);
}

function confineUdp() {
  const { UDP } = process.binding('udp_wrap');
  // The index of the address argument. The `send` of a connected socket has no address.
  for (const [name, place] of Object.entries({ connect: 0, connect6: 0, send: 4, send6: 4 })) {
    const original = UDP.prototype[name];
    UDP.prototype[name] = function (...parts) {
      const address = parts[place];
      if (typeof address === 'string' && !isLoopback(address)) return -constants.errno.ECONNREFUSED;
      return original.apply(this, parts);
    };
  }
}

function isLoopback(address) {
  return /^127\.|^::1$/.test(canonical(address));
}

/** The canonical spelling of an address: `::ffff:7f00:1` is 127.0.0.1. */
function canonical(address) {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  return new SocketAddress({ address: plain, family }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

module.exports = { confineNetwork, routeAddresses };
