// Parses each file as JSON and prints what Jackson and Gson make of it: profile, number of the file, hex.

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Callable;

public class Serialise {
    public static void main(String[] args) throws Exception {
        var mapper = new ObjectMapper();
        var exact = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        var sorted = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        var gson = new Gson();
        var plain = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();
        var pretty = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
        for (int number = 0; number < args.length; number++) {
            byte[] text = Files.readAllBytes(Path.of(args[number]));
            String string = new String(text, StandardCharsets.UTF_8);
            show("Jackson Map", number, () -> mapper.writeValueAsString(mapper.readValue(text, Object.class)));
            show("Jackson sorted Map", number, () -> sorted.writeValueAsString(mapper.readValue(text, Object.class)));
            show("Jackson JsonNode", number, () -> mapper.writeValueAsString(mapper.readTree(text)));
            show("Jackson BigDecimal", number, () -> exact.writeValueAsString(exact.readTree(text)));
            show("Jackson pretty", number, () ->
                mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(text)));
            show("Gson Object", number, () -> gson.toJson(gson.fromJson(string, Object.class)));
            show("Gson JsonElement", number, () -> gson.toJson(JsonParser.parseString(string)));
            show("Gson disableHtmlEscaping", number, () -> plain.toJson(JsonParser.parseString(string)));
            show("Gson pretty", number, () -> pretty.toJson(JsonParser.parseString(string)));
            show("Gson JsonElement.toString", number, () -> JsonParser.parseString(string).toString());
        }
    }

    /** What a library refuses is not shown. */
    static void show(String profile, int number, Callable<String> write) {
        String text;
        try {
            text = write.call();
        } catch (Exception refused) {
            return;
        }
        var hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        System.out.println(profile + "\t" + number + "\t" + hex);
    }
}
