// Where Electron starts the loader.
import './core/jitless.ts';
import { compose } from './compose.ts';

void compose();
