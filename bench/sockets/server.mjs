// A plain `ws` server that speaks as much of the client protocol as the load generator needs: it answers the
// connect command, pings every 25 seconds, and sends what is posted to /publish to everybody.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const PING_MS = 25_000;

const http = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end('ok');
    return;
  }
  let line = '';
  request.on('data', (part) => (line += part));
  request.on('end', () => {
    // Text is encoded once by the caller and once a client by the library: that is what it offers.
    for (const client of sockets.clients) client.send(line);
    response.end('ok');
  });
});

const sockets = new WebSocketServer({ server: http, path: '/connection/websocket', perMessageDeflate: false });
let last = 0;
sockets.on('connection', (socket) => {
  last += 1;
  const client = `client-${last}`;
  socket.on('message', (data) => {
    const text = data.toString();
    if (text === '{}') return;
    const { id } = JSON.parse(text);
    const connect = { client, version: 'plain ws', subs: { wins: {} }, ping: PING_MS / 1000, pong: true };
    socket.send(JSON.stringify({ id, connect }));
  });
  const pings = setInterval(() => socket.send('{}'), PING_MS);
  socket.on('close', () => clearInterval(pings));
});

http.listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 4096 });
