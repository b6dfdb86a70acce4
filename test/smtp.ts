import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mail; the last one stays in force. */
export type Behaviour =
  | 'accept'
  /** 451: try again later. */
  | 'defer'
  /** 451 to the sender, before any recipient is named. */
  | 'defer sender'
  /** 550 to the recipient. */
  | 'refuse'
  /** Is gone when it hears of the recipient. */
  | 'vanish'
  /** Never answers to the recipient. */
  | 'hang'
  /** Takes the mail and is gone before it has said so. */
  | 'take and vanish';

type BehaviourOf = (recipient: string) => Behaviour | undefined | Promise<Behaviour>;

export interface Received {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly mail: Email;
  /** As it came over the wire. */
  readonly raw: string;
}

export interface TestSmtp {
  readonly url: string;
  /** What it has taken, in that order. */
  received(): Promise<Received[]>;
  /** The same, not taken apart. */
  readonly taken: readonly Omit<Received, 'mail'>[];
  /** How often somebody has tried to hand over a mail. */
  readonly attempts: () => number;
  behave(behaviours: readonly Behaviour[]): void;
  /**
   * By recipient, over any number of connections; undefined leaves it to `behave`. The server is silent until a promise is
   * settled.
   */
  behaveTo(behaviour: BehaviourOf): void;
  close(): Promise<void>;
}

export interface TestSmtpOptions {
  /** Offers STARTTLS, with a certificate nobody has signed. */
  readonly tls?: boolean;
  readonly user?: { readonly name: string; readonly password: string };
}

/** A real mail server on a free port of this machine. */
export async function startSmtp({ tls = false, user }: TestSmtpOptions = {}): Promise<TestSmtp> {
  const taken: Omit<Received, 'mail'>[] = [];
  let script: Behaviour[] = ['accept'];
  let attempts = 0;
  let current: Behaviour = 'accept';
  let behaviourTo: BehaviourOf | undefined;
  const behaviours = new Map<string, Behaviour>();
  const sockets = new Set<Socket>();

  const cut = (port: number) => {
    for (const socket of sockets) if (socket.localPort === port) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    // What a connection says when it is cut is the subject of a test, not news.
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
        if (behaviour === 'vanish') return cut(remotePort);
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
      const vanishes = behaviours.get(id) === 'take and vanish';
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({
          raw: Buffer.concat(chunks).toString(),
          envelope: {
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
          },
        });
        if (!vanishes) return done();
        cut(remotePort);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

  // In front of it, so that a connection can be cut at any moment.
  const front = createServer((client) => {
    const behind = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      // As nodemailer and the server behind do: otherwise every mail takes 40 ms more (Nagle, delayed ACK).
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.pipe(behind).pipe(client);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const credentials = user ? `${user.name}:${user.password}@` : '';

  return {
    url: `smtp://${credentials}127.0.0.1:${(front.address() as AddressInfo).port}`,
    received: () =>
      Promise.all(taken.map(async (each) => ({ ...each, mail: await PostalMime.parse(each.raw) }))),
    taken,
    attempts: () => attempts,
    behaveTo: (behaviour) => {
      behaviourTo = behaviour;
    },
    behave: (next) => {
      script = [...next];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => front.close(resolve));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
