package latchkey;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses JSON strictly: objects become maps, numbers doubles. Of repeated names the last one counts. */
final class Json {
  private static final int MAX_DEPTH = 100;
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Returns the object in the UTF-8 bytes, or null. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> parse(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      Json json = new Json(text.startsWith("\ufeff") ? text.substring(1) : text);
      if (json.text.strip().equals("KeyAuth_Invalid")) return Map.of("success", false, "reason", "app-unknown");
      Object value = json.value(0);
      json.space();
      return json.at == json.text.length() && value instanceof Map ? (Map<String, Object>) value : null;
    } catch (CharacterCodingException | IllegalArgumentException | StringIndexOutOfBoundsException error) {
      return null;
    }
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) throw new IllegalArgumentException();
    space();
    switch (text.charAt(at)) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new HashMap<>();
    at++;
    space();
    if (skip('}')) return members;
    do {
      space();
      if (text.charAt(at) != '"') throw new IllegalArgumentException();
      String name = string();
      space();
      expect(':');
      members.put(name, value(depth + 1));
      space();
    } while (skip(','));
    expect('}');
    return members;
  }

  private List<Object> array(int depth) {
    List<Object> items = new ArrayList<>();
    at++;
    space();
    if (skip(']')) return items;
    do {
      items.add(value(depth + 1));
      space();
    } while (skip(','));
    expect(']');
    return items;
  }

  private String string() {
    StringBuilder found = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      char next = text.charAt(at);
      if (next < ' ') throw new IllegalArgumentException();
      found.append(next == '\\' ? escape() : next);
    }
    at++;
    return found.toString();
  }

  private char escape() {
    char next = text.charAt(++at);
    if (next == 'u') {
      String digits = text.substring(at + 1, at + 5);
      if (!digits.matches("[0-9a-fA-F]{4}")) throw new IllegalArgumentException();
      at += 4;
      return (char) Integer.parseInt(digits, 16);
    }
    int index = "\"\\/bfnrt".indexOf(next);
    if (index < 0) throw new IllegalArgumentException();
    return "\"\\/\b\f\n\r\t".charAt(index);
  }

  private Double number() {
    int begin = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    String found = text.substring(begin, at);
    if (!found.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) throw new IllegalArgumentException();
    return Double.valueOf(found);
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw new IllegalArgumentException();
    at += word.length();
    return value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean skip(char wanted) {
    boolean found = text.charAt(at) == wanted;
    if (found) at++;
    return found;
  }

  private void expect(char wanted) {
    if (!skip(wanted)) throw new IllegalArgumentException();
  }
}
