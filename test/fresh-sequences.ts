import { resetSequences } from './sequence.ts';

// Vitest runs this before every test file.
resetSequences();
