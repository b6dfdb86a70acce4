import { wakeIslands } from './wake.ts';

wakeIslands({
  counter: () => import('./fixture.tsx').then(({ Counter }) => Counter),
  'note-form': () => import('./fixture.tsx').then(({ NoteForm }) => NoteForm),
  brittle: () => import('./fixture.tsx').then(({ Brittle }) => Brittle),
});
