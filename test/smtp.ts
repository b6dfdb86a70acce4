import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next email; the last one applies to all later ones. */
export type Behaviour =
  | 'accept'
  /** 451: try again later. */
  | 'defer'
  /** 451 to MAIL FROM. */
  | 'defer sender'
  /** 550 to RCPT TO. */
  | 'refuse'
  /** Closes the connection at RCPT TO. */
  | 'disconnect'
  /** Never responds to RCPT TO. */
  | 'hang'
  /** Takes the whole email and closes the connection without a response. */
  | 'disconnect after data';

type BehaviourByRecipient = (recipient: string) => Behaviour | undefined | Promise<Behaviour>;

export interface Received {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly mail: Email;
  /** The bytes as received. */
  readonly raw: string;
}

export interface SmtpTestServer {
  readonly url: string;
  /** Parsed emails, in the order of arrival. */
  received(): Promise<Received[]>;
  /** The same emails, not parsed. */
  readonly rawMails: readonly Omit<Received, 'mail'>[];
  /** Number of MAIL FROM commands. */
  readonly attempts: () => number;
  setBehaviours(behaviours: readonly Behaviour[]): void;
  /**
   * Sets the behaviour by recipient, for all connections; undefined falls back to `setBehaviours`. While a returned promise is
   * pending, the server does not respond.
   */
  setBehaviourOf(behaviour: BehaviourByRecipient): void;
  close(): Promise<void>;
}

export interface SmtpTestServerOptions {
  /** Offers STARTTLS, with a self-signed certificate. */
  readonly tls?: boolean;
  readonly user?: { readonly name: string; readonly password: string };
  /** Whether it offers SMTPUTF8; by default true. */
  readonly smtpUtf8?: boolean;
}

/** A real SMTP server on a free local port. */
export async function startSmtp({
  tls = false,
  user,
  smtpUtf8 = true,
}: SmtpTestServerOptions = {}): Promise<SmtpTestServer> {
  const rawMails: Omit<Received, 'mail'>[] = [];
  let script: Behaviour[] = ['accept'];
  let attempts = 0;
  let current: Behaviour = 'accept';
  let behaviourTo: BehaviourByRecipient | undefined;
  const behaviours = new Map<string, Behaviour>();
  const sockets = new Set<Socket>();

  const cut = (port: number) => {
    for (const socket of sockets) if (socket.localPort === port) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    authOptional: user === undefined,
    hideSMTPUTF8: !smtpUtf8,
    allowInsecureAuth: true,
    // Tests cut connections on purpose; the errors need no log.
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.username === user?.name && auth.password === user?.password
        ? done(null, { user: auth.username })
        : done(new Error('Invalid username or password')),
    onMailFrom(_address, _session, done) {
      attempts++;
      current = script.length > 1 ? (script.shift() ?? 'accept') : (script[0] ?? 'accept');
      done(current === 'defer sender' ? reply(451, 'Sender cannot be verified now') : undefined);
    },
    onRcptTo({ address }, { id, remotePort }, done) {
      const answer = (behaviour: Behaviour) => {
        behaviours.set(id, behaviour);
        if (behaviour === 'hang') return;
        if (behaviour === 'disconnect') return cut(remotePort);
        if (behaviour === 'defer') return done(reply(451, 'Greylisted, try again later'));
        if (behaviour === 'refuse') return done(reply(550, `No such user here: ${address}`));
        done();
      };
      const behaviour = behaviourTo?.(address) ?? current;
      if (typeof behaviour === 'string') answer(behaviour);
      else void behaviour.then(answer);
    },
    onData(stream, { envelope, id, remotePort }, done) {
      const chunks: Buffer[] = [];
      const disconnects = behaviours.get(id) === 'disconnect after data';
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        rawMails.push({
          raw: Buffer.concat(chunks).toString(),
          envelope: {
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
          },
        });
        if (!disconnects) return done();
        cut(remotePort);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  // A proxy in front of the server, so that a connection can be cut at any moment.
  const proxy = createServer((client) => {
    const upstream = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // As nodemailer and the SMTP server do: otherwise every email takes 40 ms more (Nagle, delayed ACK).
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const credentials = user ? `${user.name}:${user.password}@` : '';

  return {
    url: `smtp://${credentials}127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    received: () =>
      Promise.all(rawMails.map(async (each) => ({ ...each, mail: await PostalMime.parse(each.raw) }))),
    rawMails,
    attempts: () => attempts,
    setBehaviourOf: (behaviour) => {
      behaviourTo = behaviour;
    },
    setBehaviours: (next) => {
      script = [...next];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
