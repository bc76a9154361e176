import { startFauxqs } from 'fauxqs';

/** The second engine in a process of its own, because it is an ES module only. Says its port, ends with its parent. */
const server = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  init: JSON.parse(process.argv[2]),
});
process.send({ port: server.port });
process.on('disconnect', () => process.exit());
