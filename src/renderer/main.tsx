// Draws the loader into its page. Everything it shows comes from window.loader; it stores and fetches nothing.
import { firstAnswers } from './bridge/first-answers.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import './style/tokens.css';
import './style/frame.css';
import './style/controls.css';
import './style/screens.css';

const place = document.getElementById('root');
if (place !== null) createRoot(place).render(<App first={firstAnswers} />);
