/**
 * Upper bound of node:http: sends one prepared body with fixed header fields for every request. `bare-server.ts FILE
 * PORT`
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port = ''] = process.argv.slice(2);
const body = readFileSync(`${file}.gz`);
const fields = [
  'content-type',
  'text/html; charset=utf-8',
  'content-encoding',
  'gzip',
  'content-length',
  String(body.byteLength),
];

createServer((_, response) => response.writeHead(200, fields).end(body)).listen(Number(port), '127.0.0.1');
