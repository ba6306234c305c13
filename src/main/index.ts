// Electron's entry point: starts the loader.
import './core/zod-config.ts';
import { compose } from './compose.ts';

void compose();
