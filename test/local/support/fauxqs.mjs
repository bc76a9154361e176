import { startFauxqs } from 'fauxqs';

/** Runs fauxqs, reports its port to the parent process and exits with it. */
const server = await startFauxqs({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  init: JSON.parse(process.argv[2]),
});
process.send({ port: server.port });
process.on('disconnect', () => process.exit());
